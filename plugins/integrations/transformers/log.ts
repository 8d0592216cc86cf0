import { answerOf, type Row } from '@crossdock/kernel/http'
import type { IntegrationLog } from '../models/integration_log.js'
import { logAnswer } from '../validators/logs.js'

export const showLog = (log: Row<IntegrationLog>) => answerOf(logAnswer, log)
