import type { Input, ItemInput } from '@crossdock/kernel/http'
import { cancelCommand, retryCommand, sendCommand } from '../actions/commands.js'
import { findCommand, listCommands } from '../queries/commands.js'
import type { sendCommandBody } from '../validators/commands.js'

export default class CommandsController {
  index({ list }: Input) {
    return listCommands(list)
  }

  show({ params }: ItemInput) {
    return findCommand(params.id)
  }

  store({ body }: Input<typeof sendCommandBody>) {
    return sendCommand(body)
  }

  cancel({ params }: ItemInput) {
    return cancelCommand(params.id)
  }

  retry({ params }: ItemInput) {
    return retryCommand(params.id)
  }
}
