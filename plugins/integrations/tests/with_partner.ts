import { bootApp } from '@crossdock/backend/testing'
import { Partner } from './partner.js'

/** Settings of an app that may call a partner. */
export const partnerSettings = { EGRESS_ALLOW: ['127.0.0.1/32'] }

/** An app with an organization, and a partner's system that it may call. `stop` stops both. */
export async function withPartner() {
  const app = await bootApp({ settings: partnerSettings })
  const acme = await app.tenant('acme')
  const partner = await Partner.start()
  const stop = async () => {
    await app.stop()
    await partner.stop()
  }
  return { app, acme, partner, stop }
}
