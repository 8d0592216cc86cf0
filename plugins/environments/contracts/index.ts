/** The environments of the specification; every tenant has `production`. */
export const environmentNames = ['development', 'testing', 'production'] as const

export type EnvironmentName = (typeof environmentNames)[number]

export { environmentBelongings, type EnvironmentBelongings } from './belongings.js'
export { environments, type Environments } from './environments.js'
export { inProduction, ofEnvironment, readInProduction } from './in_production.js'
