import type { Row } from '@crossdock/kernel/lists'
import type { AgentCommand } from '../models/agent_command.js'

/**
 * Returns the id of a command for agents. An agent never carries out an id twice, so each retry has its own id:
 * the row's id, a dot and the number of the retry.
 */
export const wireId = ({ id, retryCount }: Pick<Row<AgentCommand>, 'id' | 'retryCount'>): string =>
  retryCount === 0 ? id : `${id}.${retryCount}`

export function readWireId(given: string): { id: string; retryCount: number } {
  const [id = '', retry = '0'] = given.split('.')
  return { id, retryCount: /^\d{1,9}$/.test(retry) ? Number(retry) : -1 }
}
