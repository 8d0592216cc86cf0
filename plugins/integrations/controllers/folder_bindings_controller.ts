import type { Input, ItemInput } from '@crossdock/kernel/http'
import { createBinding, deleteBinding, updateBinding } from '../actions/folder_bindings.js'
import { findBinding, listBindings } from '../queries/folder_bindings.js'
import type { createBindingBody, updateBindingBody } from '../validators/folder_bindings.js'

export default class FolderBindingsController {
  index({ list }: Input) {
    return listBindings(list)
  }

  show({ params }: ItemInput) {
    return findBinding(params.id)
  }

  store({ body }: Input<typeof createBindingBody>) {
    return createBinding(body)
  }

  update({ params, body }: ItemInput<typeof updateBindingBody>) {
    return updateBinding(params.id, body)
  }

  destroy({ params }: ItemInput) {
    return deleteBinding(params.id)
  }
}
