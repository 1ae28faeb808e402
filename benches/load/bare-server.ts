/** What the product's reads are compared with: Fastify, one route, one query on the same database. */
import Fastify from 'fastify';
import pg from 'pg';

const [connectionString, port = '0'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 20 });
const app = Fastify();
app.get('/read/:id', async (request) => {
  const { rows } = await pool.query('select * from users where id = $1', [(request.params as { id: string }).id]);
  return rows[0] ?? null;
});
await app.listen({ port: Number(port), host: '127.0.0.1' });
console.log('ready');
