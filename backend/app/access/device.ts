import type { HttpContext } from '@adonisjs/core/http'
import { ownDomainHere } from '@crossdock/kernel/http'
import type { Device } from './actions/sessions.js'

/** Where a request comes from, as shown to the owner of the session. */
export const deviceOf = ({ request }: HttpContext): Device => ({
  ip: request.ip() || null,
  userAgent: request.header('user-agent') ?? null,
  domainOf: ownDomainHere(request.request),
})
