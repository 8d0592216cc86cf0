import { currentApplication, inApplication } from '../ground/application.js'
import { logFacts } from '../ground/log_facts.js'

/** A function for the logger of the current application: it returns facts about the work that writes a line. */
export function logFactsForLogger(): () => object {
  const application = currentApplication()
  return () => inApplication(application, logFacts)
}
