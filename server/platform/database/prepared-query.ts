import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/** Placeholder for a value while the query is compiled. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiles a long query with constant text once, on first use; later calls only bind the values. `build` receives
 * placeholders, so it can pass values on but not inspect them.
 */
export function preparedQuery<Values extends object, Row>(build: (values: Values) => RawBuilder<Row>): (db: Db, values: Values) => Promise<QueryResult<Row>> {
  let compiled: CompiledQuery<Row> | undefined;
  return (db, values) => {
    compiled ??= build(new Proxy({} as Values, { get: (_, name) => new Slot(String(name)) })).compile(db);
    const filledIn = compiled.parameters.map((each) => (each instanceof Slot ? values[each.name as keyof Values] : each));
    return db.executeQuery({ ...compiled, parameters: filledIn });
  };
}
