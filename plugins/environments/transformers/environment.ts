import { answerOf, type Row } from '@crossdock/kernel/http'
import type { TenantEnvironment } from '../models/tenant_environment.js'
import type { Figures } from '../usage/figures.js'
import { environmentAnswer, managedEnvironmentAnswer } from '../validators/environments.js'

/** @param figures what it has used, see `figuresOf`; its columns do not know */
export const showEnvironment = (environment: Row<TenantEnvironment>, figures: Figures) =>
  answerOf(environmentAnswer, environment, figures)

export const showManaged = (environment: Row<TenantEnvironment>, figures: Figures) =>
  answerOf(managedEnvironmentAnswer, environment, figures)
