import { now } from '@crossdock/kernel/database'
import { Reader, sendText, type Input } from '@crossdock/kernel/http'
import { asOperator } from '@crossdock/kernel/tenancy'
import { requestErasure } from '../actions/request_erasure.js'
import { recordExport } from '../actions/record_export.js'
import { auditRead } from '../contracts/index.js'
import { newestChains } from '../queries/chosen_chain.js'
import { listEntries } from '../queries/entries.js'
import { exportAudit, formatNamed } from '../queries/export_audit.js'
import { sealedTypes } from '../queries/sealed_types.js'
import { auditStatus } from '../queries/status.js'
import { verifyChain } from '../queries/verify_chain.js'
import { showVerification } from '../transformers/verification.js'
import type { chainQuery, erasureBody, verifyQuery } from '../validators/audit.js'

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
}

export default class AuditController {
  index({ http, list }: Input) {
    return listEntries(list, new Reader(http))
  }

  types() {
    return sealedTypes()
  }

  status({ query }: Input<undefined, typeof chainQuery>) {
    return auditStatus(query.chain)
  }

  chains() {
    return asOperator('a super administrator lists the audits', newestChains)
  }

  async verify({ http, query }: Input<undefined, typeof verifyQuery>) {
    return showVerification(new Reader(http), await verifyChain(query.chain, query.cursor))
  }

  export({ http, list: request }: Input) {
    const { format, list } = formatNamed(request)
    return sendText(http, {
      fileName: `audit-${now().slice(0, 10)}.${format}`,
      contentType: contentTypes[format],
      permission: auditRead,
      parts: (assertAllowed) => recordExport(format, exportAudit(list, format, assertAllowed)),
    })
  }

  erase({ body }: Input<typeof erasureBody>) {
    return requestErasure(body)
  }
}
