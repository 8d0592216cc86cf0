import type { AfterWriting } from '../metering/usage.js'
import { dueAlerts } from './due.js'
import { tellAlert } from './tell.js'

/** Looks whether something runs short; never on the path of a request. */
export const lookForAlerts: AfterWriting = async ({ places, reserved }) => {
  for (const due of dueAlerts(places, reserved)) await tellAlert(due)
}
