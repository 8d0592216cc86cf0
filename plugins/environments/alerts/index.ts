import type { AfterWriting } from '../metering/usage.js'
import { dueAlerts } from './due.js'
import { sendAlert } from './send_alert.js'

/** Finds limits that are nearly reached. No request waits for this. */
export const lookForAlerts: AfterWriting = async ({ places, reserved }) => {
  for (const due of dueAlerts(places, reserved)) await sendAlert(due)
}
