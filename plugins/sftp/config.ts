import type { AuthTypeKind, Call } from '@crossdock/integrations/contracts'
import type { Output } from '@crossdock/kernel/shapes'
import { address, part, secret, type ConfigOf } from '@crossdock/kernel/kinds'
import vine from '@vinejs/vine'

const text = (most: number) => vine.string().trim().maxLength(most)

/** Settings of an SFTP server, in addition to credentials. Credentials are sent to `host` and `port`. */
export const config = vine.create({
  host: address(text(253).minLength(1), { title: 'Host', examples: ['sftp.partner.example'] }),
  port: address(vine.number().withoutDecimals().range([1, 65_535]).optional(), {
    title: 'Port',
    description: '22 when left out.',
    examples: ['22'],
  }),
  path: part(text(1_000).optional(), {
    title: 'Folder',
    description: 'All paths are below this folder. Default: the home folder of the account.',
    examples: ['/exchange'],
  }),
  hostKey: part(
    text(100)
      .regex(/^SHA256:[A-Za-z0-9+/]{43}$/)
      .optional(),
    {
      title: 'Host key',
      description:
        'Fingerprint of the key by which the server proves that it is the right one. Test the connection to read it, and compare it with what its operator says.',
      examples: ['SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDlvYB6CQxCDtSgsMs'],
    }
  ),
})

type SftpConfig = Output<typeof config>
export type SftpSystem = Call<SftpConfig>['system']

const username = () => part(text(255).minLength(1), { title: 'Username' })

export const sshPassword = {
  label: 'SSH password',
  description: 'Signs in to an SSH server with a user name and a password.',
  icon: 'user-round',
  config: vine.create({ username: username(), password: secret({ title: 'Password' }) }),
} satisfies AuthTypeKind

export const sshKey = {
  label: 'SSH key',
  description: 'Signs in to an SSH server with a private key.',
  icon: 'key-round',
  config: vine.create({
    username: username(),
    privateKey: secret({
      title: 'Private Key',
      description: 'In the format of OpenSSH, or PEM.',
      examples: ['-----BEGIN OPENSSH PRIVATE KEY-----'],
    }),
    passphrase: secret({ title: 'Passphrase', description: 'For an encrypted private key.' }),
  }),
} satisfies AuthTypeKind

/** Fields that both authentication types have. */
export type SshCredentials = ConfigOf<typeof sshPassword> & ConfigOf<typeof sshKey>
