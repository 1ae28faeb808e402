/** People of the examples: they lived long ago. */
export const people = [
  { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' },
  { firstName: 'Emmy', lastName: 'Noether', email: 'emmy@example.org' },
  { firstName: null, lastName: null, email: 'sofia.kovalevskaya@example.org' },
];
