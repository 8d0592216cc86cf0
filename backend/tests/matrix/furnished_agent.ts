import { generateKeyPairSync } from 'node:crypto'
import type { Caller, TestApp } from '@crossdock/backend/testing'

interface Identified {
  id: string
}

/**
 * A desktop agent in a group, with a command.
 * @param as the caller and environment
 */
export async function furnishedAgent(
  app: TestApp,
  as: Caller,
  secret: string
): Promise<Record<string, string>> {
  const post = <T = Identified>(path: string, body: unknown) =>
    app.ok<T>('POST', `/api/desktop-agents/${path}`, { as, body })
  const group = await post('groups', { name: `${secret}-group` })
  const { id, token } = await post<{ id: string; token: string }>('deploy', { groupId: group.id })
  const key = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' })
  const { agentId, clientId } = await app.ok<{ agentId: string; clientId: string }>(
    'POST',
    '/api/desktop-agents/enroll',
    {
      body: {
        token,
        publicKey: key.subarray(-32).toString('base64url'),
        machineId: `${secret}-machine`,
        machineName: `${secret}-agent`,
        platform: 'linux',
        arch: 'x64',
        version: '1.0.0',
        folders: [`/srv/${secret}`],
        capabilities: ['system_info', 'upload_files'],
      },
    }
  )
  const command = await post('commands', {
    clientId,
    commandType: 'upload_files',
    parameters: { path: `/srv/${secret}` },
  })
  await post(`${agentId}/diagnostics`, undefined)
  await app.ok('PUT', '/api/desktop-agents/rollout', { as, body: { percentage: 10 } })
  return { agent: agentId, agentGroup: group.id, agentEnrolment: id, agentCommand: command.id }
}
