import type { Input, ItemInput } from '@crossdock/kernel/http'
import { allowEgress, withdrawEgress } from '../actions/egress_allowances.js'
import { listAllowances } from '../queries/egress_allowances.js'
import { showAllowance } from '../transformers/egress_allowance.js'
import type { allowEgressBody } from '../validators/egress_allowances.js'

export default class EgressAllowancesController {
  index({ list }: Input) {
    return listAllowances(list)
  }

  async store({ body }: Input<typeof allowEgressBody>) {
    return showAllowance(await allowEgress(body))
  }

  destroy({ params }: ItemInput) {
    return withdrawEgress(params.id)
  }
}
