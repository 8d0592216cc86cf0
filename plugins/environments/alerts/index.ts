import type { AfterWriting } from '../metering/usage.js'
import { dueAlerts } from './due.js'
import { sendAlert } from './send_alert.js'

/** Sends the alerts that are due. No request waits for this. */
export const sendDueAlerts: AfterWriting = async ({ places, reserved }) => {
  for (const due of dueAlerts(places, reserved)) await sendAlert(due)
}
