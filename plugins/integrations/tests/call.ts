import type { Call } from '../contracts/index.js'

type Parts = {
  system?: Partial<Call['system']>
  endpoint?: Partial<Call['endpoint']>
  values?: Partial<Call['values']>
} & Partial<Omit<Call, 'system' | 'endpoint' | 'values'>>

/** A call of a fictional freight partner, with the given parts replaced. */
export function callOf({ system, endpoint, values, ...rest }: Parts = {}): Call {
  return {
    system: {
      id: 'system-1',
      name: 'Northwind ERP',
      baseUrl: 'https://erp.northwind.example/api/v1',
      authType: 'bearer',
      auth: {},
      config: {},
      ...system,
    },
    endpoint: {
      name: 'Create order',
      path: '/orders',
      method: 'POST',
      requestSchema: {},
      responseSchema: {},
      fieldMapping: {},
      ...endpoint,
    },
    values: {
      file: {
        id: 'asset-1',
        name: 'invoice 0412.pdf',
        size: 1284,
        mimeType: 'application/pdf',
        metadata: { order: { number: 'PO-7' }, name: 'hidden by the own name' },
      },
      user: { id: 'user-1', email: 'dana@acme.example' },
      system: { executionId: 'exec-1', eventType: 'file_upload', tenantId: 'tenant-1' },
      params: {},
      steps: {},
      ...values,
    },
    sendFile: 'none',
    file: null,
    idempotencyKey: 'exec-1:step-1',
    ...rest,
  }
}
