import { answerOf, type Row } from '@crossdock/kernel/http'
import type { TenantEnvironment } from '../models/tenant_environment.js'
import { environmentAnswer, managedEnvironmentAnswer } from '../validators/environments.js'

export const showEnvironment = (environment: Row<TenantEnvironment>) =>
  answerOf(environmentAnswer, environment)

export const showManaged = (environment: Row<TenantEnvironment>) =>
  answerOf(managedEnvironmentAnswer, environment)
