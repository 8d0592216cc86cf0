import { paginate, searchIn, type ListRequest, type Page } from '@crossdock/kernel/http'
import { IntegrationLog } from '../models/integration_log.js'
import { showLog } from '../transformers/log.js'
import { logList } from './lists.js'

/** Calls to external systems; `search` finds part of an execution id. */
export async function listLogs(request: ListRequest): Promise<Page<ReturnType<typeof showLog>>> {
  const search = searchIn('execution_id')
  const page = await paginate(IntegrationLog.query(), logList, request, { search })
  return page.map(showLog)
}
