/** The environments of the specification; every tenant has `production`. */
export const environmentNames = ['development', 'testing', 'production'] as const

export type EnvironmentName = (typeof environmentNames)[number]

export { environmentsRead, environmentsWrite } from './permissions.js'
export * from './variables.js'
