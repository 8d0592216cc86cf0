import type { State } from '../state/state.js'
import { examine } from '../doctor.js'
import { lastLines } from '../log.js'
import type { AgentStatus } from './status.js'

/** Maximum number of characters that the server accepts. */
const mostSigns = 500 * 1024

/** Information for troubleshooting, without secrets. */
export async function diagnosticsText(state: State, status: AgentStatus): Promise<string> {
  const findings = await examine(state)
  const text = [
    'Status',
    JSON.stringify(status, null, 2),
    '',
    'Checks',
    ...findings.map(({ isFine, message }) => `${isFine ? 'ok  ' : 'FAIL'} ${message}`),
    '',
    'Log',
    ...lastLines(state.folder, 500),
  ].join('\n')
  return text.slice(0, mostSigns)
}
