/** The key that all nodes and commands of the tests share. */
export const SECRET_KEY = { SEXTON_SECRET_KEY: 'a key that all nodes of the tests share' }
