import type { Row } from '@crossdock/kernel/http'
import type { AgentCommand } from '../models/agent_command.js'

/**
 * What agents know a command by. An agent never carries out the same id twice, so each retry has an id of its own: the
 * row's, and behind a dot the number of the retry.
 */
export const wireId = ({ id, retryCount }: Pick<Row<AgentCommand>, 'id' | 'retryCount'>): string =>
  retryCount === 0 ? id : `${id}.${retryCount}`

export function readWireId(given: string): { id: string; retryCount: number } {
  const [id = '', retry = '0'] = given.split('.')
  return { id, retryCount: /^\d{1,9}$/.test(retry) ? Number(retry) : -1 }
}
