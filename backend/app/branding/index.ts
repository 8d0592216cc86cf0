import { notificationKinds } from '@crossdock/backend/notifications'
import { brands } from '@crossdock/backend/tenants'
import { ownDomains } from '@crossdock/kernel/tenancy'
import { mailLetters, mailLooks } from '@crossdock/kernel/mail'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { brandingWrite } from './contracts/index.js'
import { brandingChanged, domainLost, domainVerified } from './event_types.js'
import { schedules } from './job_refs.js'
import { knownDomains } from './known_domains.js'

/** The branding and the own domains of organizations. */
export const branding = definePlugin({
  name: 'branding',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['mail', 'tenants', 'users', 'access', 'assets'],
  migrations: ['backend/app/branding/migrations'],
  permissions: [brandingWrite],
  eventTypes: [brandingChanged, domainVerified, domainLost],
  contributes: [
    contribute(mailLetters, async (letters) => {
      letters.add('branding.domain', (await import('./letters/domain_lost.js')).domainLostLetter)
    }),
    contribute(notificationKinds, async (kinds) =>
      kinds.add('branding.domainLost', (await import('./notifications.js')).lostDomain)
    ),
  ],
  jobs: () => import('./jobs/index.js'),
  schedules,
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  register() {
    ownDomains.provide({
      domainOf: (subdomain) => knownDomains.get()?.bySubdomain.get(subdomain) ?? null,
      subdomainOf: (domain) => knownDomains.get()?.byDomain.get(domain) ?? null,
    })
    brands.provide({
      of: async (organization) => (await import('./queries/brands.js')).brandOf(organization),
      domainsOf: async (ids) => (await import('./queries/domains.js')).verifiedDomains(ids),
    })
    mailLooks.provide({
      of: async (tenantId) => (await import('./queries/mail_look.js')).mailLookOf(tenantId),
    })
  },
  ready: () => knownDomains.settled(),
})
