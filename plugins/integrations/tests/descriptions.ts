/** An OpenAPI description of a fictional parcel service, with replaced parts. */
export function parcels(part: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: { title: 'Parcel API', version: '3.2', description: 'Orders and labels.' },
    servers: [{ url: 'https://parcels.example/api' }],
    security: [{ key: [] }],
    paths: {
      '/shipments': {
        post: {
          operationId: 'createShipment',
          summary: 'Create a shipment',
          tags: ['Shipments'],
          requestBody: { content: { 'application/json': { schema: ref('Shipment') } } },
          responses: { 201: { content: { 'application/json': { schema: ref('Shipment') } } } },
        },
        get: {
          operationId: 'listShipments',
          summary: 'List shipments',
          tags: ['Shipments'],
          parameters: [
            { name: 'site', in: 'query', required: true, schema: { type: 'string' } },
            { name: 'page', in: 'query', schema: { type: 'integer' } },
          ],
          responses: { 200: {} },
        },
      },
      '/shipments/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        get: { operationId: 'getShipment', summary: 'Get a shipment', responses: { 200: {} } },
        delete: { operationId: 'cancelShipment', responses: { 204: {} } },
      },
    },
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Parcel-Key' } },
      schemas: {
        Shipment: {
          type: 'object',
          required: ['receiver', 'weight'],
          properties: {
            id: { type: 'string', readOnly: true },
            receiver: { type: 'string', example: 'Harbor Foods' },
            weight: { type: 'number', minimum: 0.5 },
            note: { type: 'string' },
          },
        },
      },
    },
    ...part,
  }
}

export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** A description with one operation, `GET /things`, changed by `operation` and `path`. */
export const oneOperation = (
  operation: Record<string, unknown>,
  { method = 'get', path = '/things', ...rest }: Record<string, unknown> = {}
): Record<string, unknown> => ({
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  servers: [{ url: 'https://things.example' }],
  paths: { [String(path)]: { [String(method)]: { responses: { 200: {} }, ...operation } } },
  ...rest,
})
