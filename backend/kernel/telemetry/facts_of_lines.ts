import { currentApplication, inApplication } from '../ground/application.js'
import { logFacts } from '../ground/log_facts.js'

/** For the logger of the current application: what each of its lines says of the work that writes it. */
export function factsOfLines(): () => object {
  const application = currentApplication()
  return () => inApplication(application, logFacts)
}
