import vine from '@vinejs/vine'
import { logStatuses } from '../contracts/index.js'

const id = () => vine.string().nullable()

export const logAnswer = vine.create({
  id: vine.string(),
  executionId: vine.string(),
  workflowId: id(),
  systemId: id(),
  endpointId: id(),
  assetId: id(),
  tenantId: vine.string(),
  status: vine.enum(logStatuses),
  statusCode: vine.number().nullable(),
  duration: vine.number().nullable(),
  createdAt: vine.string(),
  errorMessage: vine.string().nullable(),
  requestData: vine.any(),
  responseData: vine.any(),
})

export const statsAnswer = vine.create({
  connectedSystems: vine.number(),
  activeSystems: vine.number(),
  totalEndpoints: vine.number(),
  activeEndpoints: vine.number(),
  totalWorkflows: vine.number(),
  activeWorkflows: vine.number(),
  executionsToday: vine.number(),
  successRate: vine.number().nullable(),
})
