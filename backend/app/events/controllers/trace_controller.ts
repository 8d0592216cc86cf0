import { Reader, type Input } from '@crossdock/kernel/http'
import { traceOf } from '../queries/trace.js'

export default class TraceController {
  show({ http, params }: Input<undefined, undefined, 'type' | 'id'>) {
    return traceOf(params.type, params.id, new Reader(http))
  }
}
