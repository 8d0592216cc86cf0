import { authTypes, connectors } from '@crossdock/integrations/contracts'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { syncEndpoints } from '@crossdock/sync/contracts'

/** SFTP servers as external systems. Their folders can be ends of sync contracts. */
export const sftp = definePlugin({
  name: 'sftp',
  version: '0.1.0',
  compatibility: '^0.1',
  dependsOn: ['integrations', 'sync'],
  contributes: [
    contribute(connectors, async (registry) =>
      registry.add('sftp', (await import('./connector.js')).sftpConnector)
    ),
    contribute(authTypes, async (registry) => {
      const { sshKey, sshPassword } = await import('./config.js')
      registry.add('ssh_password', sshPassword)
      registry.add('ssh_key', sshKey)
    }),
    contribute(syncEndpoints, async (registry) =>
      registry.add('sftp', (await import('./connector.js')).sftpFiles)
    ),
  ],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
})
