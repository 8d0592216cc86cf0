import { answerOf, type Output } from '@crossdock/kernel/shapes'
import type { Reader } from '@crossdock/kernel/http'
import type { Row } from '@crossdock/kernel/lists'
import type { ApiContractTemplate } from '../../models/api_contract_template.js'
import type { ContractDefinition } from '../../definitions/template.js'
import type { ShippedTemplate } from '../shipped/index.js'
import { templateAnswer } from '../validators/templates.js'

export type ShownTemplate = Output<typeof templateAnswer>

/** Fields that are shown only for a single template, not in lists. */
interface Whole {
  versions: string[]
  version: string
  definition: ContractDefinition
}

const whole = (more: Whole | undefined) =>
  more
    ? {
        version: more.version,
        versions: more.versions,
        contractDefinition: {
          ...more.definition,
          system: { ...more.definition.system },
          endpoints: more.definition.endpoints.map((endpoint) => ({
            ...endpoint,
            requestSchema: { ...endpoint.requestSchema },
            responseSchema: { ...endpoint.responseSchema },
            fieldMapping: { ...endpoint.fieldMapping },
          })),
        },
      }
    : {}

export function showTemplate(template: Row<ApiContractTemplate>, more?: Whole): ShownTemplate {
  return answerOf(templateAnswer, template, {
    isShipped: false,
    contractDefinition: undefined,
    versions: undefined,
    ...whole(more),
  })
}

export function showShipped(
  template: ShippedTemplate,
  reader: Reader,
  more?: Whole
): ShownTemplate {
  const { id, name, description, category, version, definition } = template
  return {
    id,
    tenantId: null,
    name: reader.say(name),
    description: reader.say(description),
    category: reader.say(category),
    systemType: 'api',
    isGlobal: true,
    isShipped: true,
    version,
    isActive: true,
    endpointCount: definition.endpoints.length,
    createdAt: null,
    updatedAt: null,
    ...whole(more),
  }
}
