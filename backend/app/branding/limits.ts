import { Limit } from '@crossdock/kernel/http'

const minutes = 60

/** Logos of one tenant: each is decoded. */
export const logosPerTenant = new Limit({
  name: 'branding.logo',
  points: 30,
  seconds: 10 * minutes,
})
/** Look-ups of the domain of one tenant, in a DNS of its choice. */
export const lookupsPerTenant = new Limit({
  name: 'branding.domain',
  points: 30,
  seconds: 10 * minutes,
})
/** Looks and domains one network may ask for. */
export const readsPerClient = new Limit({
  name: 'branding.read',
  points: 600,
  seconds: 10 * minutes,
})
