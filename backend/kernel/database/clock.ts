/** The present as ISO 8601 in UTC. */
export const now = (): string => new Date().toISOString()
