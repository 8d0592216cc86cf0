import { egress } from '@crossdock/kernel/egress'
import { defineJob } from '@crossdock/kernel/jobs'
import { lookForAlertsJob, postAlert } from '../job_refs.js'
import { FlowAlert } from '../models/flow_alert.js'
import { lookForAlerts } from './look.js'
import { openAddress } from './sealed_address.js'

/** Runs in operator scope, and enters each tenant that has alerts. */
export const look = defineJob(lookForAlertsJob, { handle: (job) => lookForAlerts(job.signal) })

/** Posts an alert to an address. Retries for about an hour when the address answers with an error. */
export const post = defineJob(postAlert, {
  retry: { attempts: 8, delayMs: 15_000, maxDelayMs: 900_000 },
  timeoutMs: 60_000,
  async handle({ payload, signal }) {
    const alert = await FlowAlert.find(payload.alertId)
    const url = alert && openAddress(alert)
    if (!url) return
    const { status } = await egress.use().request({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload.body),
      signal,
      timeoutMs: 15_000,
      maxResponseBytes: 64 * 1024,
    })
    if (status >= 400) throw new Error(`The address of the alert answered ${status}.`)
  },
})
