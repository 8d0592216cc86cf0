/** What the connections of the running application need to know; set once its schema is there. */
export const databaseState: { role: string | null } = { role: null }
