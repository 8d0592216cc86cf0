import { answerShape, anything, instant, openEnum } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import { bodyParts } from '../calls/stored_bodies.js'
import { logStatuses } from '../contracts/index.js'

const id = () => vine.string().nullable()
/** The present name; null if the object was deleted, or if the caller may not read it. */
const name = () => vine.string().nullable()

export const logAnswer = answerShape('IntegrationLog', {
  id: vine.string(),
  executionId: vine.string(),
  workflowId: id().meta({ description: 'null: the call was a test.' }),
  workflowName: name(),
  stepId: id(),
  stepPath: id().meta({ description: 'Path of the step in its run: `check.yes.call`.' }),
  attempt: vine.number().withoutDecimals().nullable().meta({
    description: 'Number of the attempt of the step, from 1; null for tests.',
  }),
  systemId: id(),
  systemName: name(),
  endpointId: id(),
  endpointName: name(),
  assetId: id(),
  assetName: name(),
  eventId: id().meta({
    description:
      'The event that started the run; null if there is none, or if the caller may not read runs.',
  }),
  tenantId: vine.string(),
  status: openEnum(logStatuses),
  statusCode: vine.number().withoutDecimals().nullable(),
  duration: vine.number().nullable(),
  createdAt: instant(),
  errorMessage: vine.string().nullable(),
  replayOf: id().meta({ description: 'The call that this one repeats.' }),
  storedBodies: vine.array(openEnum(bodyParts)).meta({
    description:
      'Bodies longer than 16,384 characters. The row contains only their start; `GET /integrations/logs/{id}/bodies/{part}` returns them.',
  }),
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
