import type { Branding, DomainVerification } from '@crossdock/client'
import {
  bootApp,
  freePort,
  type Caller,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { DnsServer } from './dns_server.js'

export interface Refused {
  code: string
  message: string
  errors: { field: string; rule: string }[]
}

/** An application at `localhost`, two organizations, and a DNS server. */
export interface BrandingLab {
  app: TestApp
  dns: DnsServer
  acme: TestTenant
  bolt: TestTenant
  /** The URL in APP_URL. */
  main: URL
}

export async function openLab(): Promise<BrandingLab & { stop: () => Promise<void> }> {
  const dns = new DnsServer()
  await dns.start()
  const port = await freePort()
  const APP_URL = `http://localhost:${port}`
  // Tests name their host in a header, as behind a proxy.
  const settings = { TRUST_PROXY: true, PORT: port, APP_URL, DNS_SERVERS: [dns.address] }
  const app = await bootApp({ settings })
  const stop = async () => {
    await app.stop()
    await dns.stop()
  }
  const [acme, bolt] = [await app.tenant('acme'), await app.tenant('bolt')]
  return { app, dns, acme, bolt, main: new URL(APP_URL), stop }
}

export const setBranding = (app: TestApp, as: Caller, body: object) =>
  app.ok<Branding>('PUT', '/api/tenant/branding', { as, body })

export const refusedBranding = (app: TestApp, as: Caller, body: object) =>
  app.call<Refused>('PUT', '/api/tenant/branding', { as, body })

export const at = (host: string) => ({ headers: { 'x-forwarded-host': host } })

/** The public branding at a host. */
export const shownAt = (app: TestApp, host: string) =>
  app.ok<Pick<Branding, 'productName' | 'logo' | 'colors'>>('GET', '/api/branding', at(host))

/** Claims a domain, and sets the record that proves it. */
export async function claim({ app, dns }: BrandingLab, as: Caller, domain: string) {
  const { domain: claimed } = await setBranding(app, as, { customDomain: domain })
  const { recordName, recordValue } = claimed!
  const former = dns.records.get(recordName)
  dns.records.set(recordName, [...(Array.isArray(former) ? former : []), recordValue])
  return claimed!
}

export const verify = (app: TestApp, as: Caller) =>
  app.call<DomainVerification & Refused>('POST', '/api/tenant/branding/domain/verification', {
    as,
    body: {},
  })

/** Claims and verifies a domain. */
export async function own(lab: BrandingLab, as: Caller, domain: string): Promise<void> {
  await claim(lab, as, domain)
  const { body } = await verify(lab.app, as)
  if (body.outcome !== 'verified') throw new Error(`${domain}: ${JSON.stringify(body)}`)
}
