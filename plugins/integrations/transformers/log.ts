import type { Row } from '@crossdock/kernel/http'
import type { IntegrationLog } from '../models/integration_log.js'

export function showLog(log: Row<IntegrationLog>) {
  return {
    id: log.id,
    executionId: log.executionId,
    workflowId: log.workflowId,
    systemId: log.systemId,
    endpointId: log.endpointId,
    assetId: log.assetId,
    tenantId: log.tenantId,
    status: log.status,
    statusCode: log.statusCode,
    duration: log.duration,
    createdAt: log.createdAt,
    errorMessage: log.errorMessage,
    requestData: log.requestData,
    responseData: log.responseData,
  }
}
