import { answerShape, anything, instant, word } from '@crossdock/kernel/http'
import vine from '@vinejs/vine'
import { logStatuses } from '../contracts/index.js'

const id = () => vine.string().nullable()

export const logAnswer = answerShape('IntegrationLog', {
  id: vine.string(),
  executionId: vine.string(),
  workflowId: id(),
  systemId: id(),
  systemName: vine.string().nullable(),
  endpointId: id(),
  endpointName: vine.string().nullable(),
  assetId: id(),
  tenantId: vine.string(),
  status: word(logStatuses),
  statusCode: vine.number().withoutDecimals().nullable(),
  duration: vine.number().nullable(),
  createdAt: instant(),
  errorMessage: vine.string().nullable(),
  requestData: vine.record(anything()).nullable(),
  responseData: vine.record(anything()).nullable(),
})

export const statsAnswer = answerShape('IntegrationStats', {
  connectedSystems: vine.number().withoutDecimals(),
  activeSystems: vine.number().withoutDecimals(),
  totalEndpoints: vine.number().withoutDecimals(),
  activeEndpoints: vine.number().withoutDecimals(),
  totalWorkflows: vine.number().withoutDecimals(),
  activeWorkflows: vine.number().withoutDecimals(),
  executionsToday: vine.number().withoutDecimals(),
  successRate: vine.number().nullable(),
})
