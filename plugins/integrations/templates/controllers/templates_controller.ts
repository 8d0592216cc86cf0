import { Reader, type Input, type ItemInput } from '@crossdock/kernel/http'
import { showOne } from '../../queries/systems.js'
import { applyTemplate } from '../actions/apply_template.js'
import { createTemplate, deleteTemplate, updateTemplate } from '../actions/templates.js'
import { definitionIn, findTemplate, listTemplates, versionsOf } from '../queries/templates.js'
import { showShipped, showTemplate } from '../transformers/template.js'
import type {
  applyTemplateBody,
  createTemplateBody,
  templateQuery,
  updateTemplateBody,
} from '../validators/templates.js'

export default class TemplatesController {
  async index({ list, http }: Input) {
    return listTemplates(list, new Reader(http))
  }

  async show({ params, query, http }: ItemInput<undefined, typeof templateQuery>) {
    return this.#whole(params.id, query.version, new Reader(http))
  }

  async store({ body, http }: Input<typeof createTemplateBody>) {
    const { id } = await createTemplate(body)
    return this.#whole(id, undefined, new Reader(http))
  }

  async update({ params, body, http }: ItemInput<typeof updateTemplateBody>) {
    await updateTemplate(params.id, body)
    return this.#whole(params.id, undefined, new Reader(http))
  }

  async destroy({ params }: ItemInput) {
    await deleteTemplate(params.id)
  }

  async apply({ params, body }: ItemInput<typeof applyTemplateBody>) {
    return showOne(await applyTemplate(params.id, body))
  }

  async #whole(id: string, version: string | undefined, reader: Reader) {
    const found = await findTemplate(id)
    const read = await definitionIn(found, version)
    if ('shipped' in found) {
      return showShipped(found.shipped, reader, { ...read, versions: [read.version] })
    }
    return showTemplate(found.stored, { ...read, versions: await versionsOf(found.stored) })
  }
}
