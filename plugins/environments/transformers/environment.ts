import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { TenantEnvironment } from '../models/tenant_environment.js'
import type { Figures } from '../usage/figures.js'
import { environmentAnswer, managedEnvironmentAnswer } from '../validators/environments.js'

/**
 * Shows an environment.
 * @param figures its usage from `figuresOf`; the columns of the row may be out of date
 */
export const showEnvironment = (environment: Row<TenantEnvironment>, figures: Figures) =>
  answerOf(environmentAnswer, environment, figures)

export const showManaged = (environment: Row<TenantEnvironment>, figures: Figures) =>
  answerOf(managedEnvironmentAnswer, environment, figures)
