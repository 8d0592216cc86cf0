import type { OauthConfig } from '@crossdock/client'
import { formatRelative } from '../../output/format.js'
import { activeColumn } from '../../records/columns.js'
import type { RecordKind } from '../../records/kind.js'

export const providerKind: RecordKind<OauthConfig> = {
  noun: 'sso',
  one: 'identity provider',
  path: '/api/oauth-configs',
  about: (config) => config.issuer,
  columns: [
    { title: 'Name', text: (config) => config.name },
    { title: 'Issuer', text: (config) => config.issuer },
    { title: 'Domains', text: (config) => config.settings.allowedDomains.join(' ') },
    {
      title: 'Tested',
      text: (config) => formatRelative(config.testedAt) || 'not yet',
      raw: (config) => config.testedAt ?? '',
    },
    activeColumn(),
    { title: 'Id', text: (config) => config.id, onlyPiped: true },
  ],
}
