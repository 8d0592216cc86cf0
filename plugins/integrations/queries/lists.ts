import { period, type ListDefinition } from '@crossdock/kernel/lists'
import { endpointMethods, endpointTypes, logStatuses } from '../contracts/index.js'

export const systemList: ListDefinition = {
  resource: 'systems',
  filters: {
    search: 'text',
    systemType: 'text',
    authType: 'text',
    isActive: 'boolean',
    isFailing: 'boolean',
  },
  sorts: {
    name: 'name',
    systemType: 'system_type',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  defaultSort: ['name', 'asc'],
}

export const endpointList: ListDefinition = {
  resource: 'endpoints',
  filters: {
    search: 'text',
    systemId: 'id',
    method: endpointMethods,
    endpointType: endpointTypes,
    isActive: 'boolean',
  },
  sorts: { name: 'name', method: 'method', createdAt: 'created_at', updatedAt: 'updated_at' },
  defaultSort: ['name', 'asc'],
}

export const logList: ListDefinition = {
  resource: 'logs',
  filters: {
    status: logStatuses,
    search: 'text',
    executionId: 'id',
    workflowId: 'id',
    systemId: 'id',
    endpointId: 'id',
    assetId: 'id',
    ...period('created_at'),
  },
  sorts: { createdAt: 'created_at', duration: 'duration' },
  defaultSort: ['createdAt', 'desc'],
}
