import { clientAddress, type Channel, type Input } from '@crossdock/kernel/http'
import { conflict, text } from '@crossdock/kernel/ground'
import { currentContext } from '@crossdock/kernel/tenancy'
import { newChallenge } from '../access/challenge.js'
import { beginSession } from '../actions/begin_session.js'
import { enroll } from '../actions/enroll.js'
import type { AgentMessage, challengeBody, enrollBody, sessionBody } from '../contracts/index.js'
import { hub } from '../hub/hub.js'

/** The API for the program on a machine. */
export default class ProgramsController {
  enroll({ http, body }: Input<typeof enrollBody>) {
    return enroll(body, clientAddress(http.request.request))
  }

  challenge({ body }: Input<typeof challengeBody>) {
    return { challenge: newChallenge(body.agentId) }
  }

  session({ http, body }: Input<typeof sessionBody>) {
    return beginSession(body, clientAddress(http.request.request))
  }

  /** @throws Problem 409 for callers that are not agents, 503 while many agents connect */
  connect() {
    const { actor, tenantId, environmentId } = currentContext()
    const { id, type } = actor
    if (type !== 'agent' || !id) {
      throw conflict('E_NO_AGENT', text('Only the program of a desktop agent connects here.'))
    }
    hub().assertRoom()
    return (channel: Channel) => {
      const connection = hub().open(channel, id, { actor, tenantId, environmentId })
      return (message: AgentMessage) => connection.receive(message)
    }
  }
}
