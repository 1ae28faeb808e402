import type { CompiledQuery, QueryResult, RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/** Stands for a value while the text of a query is put together. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A long query whose text is the same for everybody: it is put together at its first use, and then only its values are filled in.
 * `build` gets something that stands for each value, so it can pass values on but not look at them.
 */
export function compiledOnce<Values extends object, Row>(build: (values: Values) => RawBuilder<Row>): (db: Db, values: Values) => Promise<QueryResult<Row>> {
  let compiled: CompiledQuery<Row> | undefined;
  return (db, values) => {
    compiled ??= build(new Proxy({} as Values, { get: (_, name) => new Slot(String(name)) })).compile(db);
    const filledIn = compiled.parameters.map((each) => (each instanceof Slot ? values[each.name as keyof Values] : each));
    return db.executeQuery({ ...compiled, parameters: filledIn });
  };
}
