import { channel, operation } from '@crossdock/kernel/http'
import {
  agentMessage,
  agentsCommands,
  agentsManage,
  agentsRead,
  challengeBody,
  enrollBody,
  maxFrameBytes,
  sessionBody,
} from './contracts/index.js'
import { agentList, enrolmentList, groupList } from './queries/agents.js'
import { commandList } from './queries/commands.js'
import { showAgents, showEnrolments, showGroups } from './transformers/agent.js'
import { showCommands } from './transformers/command.js'
import {
  agentAnswer,
  agentDetailsAnswer,
  agentStatsAnswer,
  bulkAnswer,
  bulkBody,
  challengeAnswer,
  createGroupBody,
  deployAnswer,
  deployBody,
  enrolledAnswer,
  enrolmentAnswer,
  groupAnswer,
  serverMessage,
  sessionAnswer,
  updateAgentBody,
  updateGroupBody,
} from './validators/agents.js'
import { commandAnswer, sendCommandBody } from './validators/commands.js'
import { downloadsAnswer, updateAnswer } from './validators/downloads.js'
import { rolloutAnswer, rolloutBody } from './validators/rollout.js'

const agents = () => import('./controllers/agents_controller.js')
const commands = () => import('./controllers/commands_controller.js')
const programs = () => import('./controllers/programs_controller.js')
const downloads = () => import('./controllers/downloads_controller.js')

const read = { permission: agentsRead }
const manage = { permission: agentsManage }
const send = { permission: agentsCommands }
const agent = { response: agentAnswer, show: showAgents } as const
const command = { response: commandAnswer, show: showCommands } as const
const group = { response: groupAnswer, show: showGroups } as const

export default [
  operation(
    'GET /desktop-agents',
    {
      summary: 'List desktop agents',
      description: 'Retired agents are listed only with the filter `isRetired`.',
      ...read,
      ...agent,
      list: agentList,
    },
    agents,
    'index'
  ),
  operation(
    'GET /desktop-agents/stats',
    { summary: 'Count desktop agents and their commands', ...read, response: agentStatsAnswer },
    agents,
    'stats'
  ),
  operation(
    'GET /desktop-agents/commands',
    {
      summary: 'List commands to desktop agents, newest first',
      ...read,
      ...command,
      list: commandList,
    },
    commands,
    'index'
  ),
  operation(
    'POST /desktop-agents/commands',
    {
      summary: 'Send a command to a desktop agent',
      description:
        'It is queued, and sent when the agent is connected. `priority` 1 is sent first. `scheduledFor` delays it; it is tried until `timeoutAt`, or for seven days. `parameters.path` is a file or folder of the machine, in its own allow-list. `parameters.folder` is an asset folder such as `/Arrivals`, else `/Agents/<name of the agent>`. Commands that move files take assets.write or assets.read.',
      ...send,
      ...command,
      body: sendCommandBody,
      refusals: [409],
      status: 201,
      location: '/api/desktop-agents/commands/{id}',
    },
    commands,
    'store'
  ),
  operation(
    'GET /desktop-agents/commands/{id}',
    { summary: 'Show a command to a desktop agent', ...read, ...command },
    commands,
    'show'
  ),
  operation(
    'POST /desktop-agents/commands/{id}/cancel',
    {
      summary: 'Cancel a command',
      description: 'A connected agent that is executing it gets a cancel message.',
      ...send,
      ...command,
      refusals: [409],
    },
    commands,
    'cancel'
  ),
  operation(
    'POST /desktop-agents/commands/{id}/retry',
    {
      summary: 'Send a failed or canceled command again',
      ...send,
      ...command,
      refusals: [409],
    },
    commands,
    'retry'
  ),
  operation(
    'POST /desktop-agents/deploy',
    {
      summary: 'Make a token that adds one desktop agent',
      description:
        'The token is valid for 24 hours and one agent. `commands` has one line for each platform, which downloads the program, checks it, adds the machine and installs the service. The agent reads and writes files with at most the rights of the caller.',
      proof: 'fresh',
      ...manage,
      body: deployBody,
      response: deployAnswer,
      status: 201,
    },
    agents,
    'deploy'
  ),
  operation(
    'GET /desktop-agents/enrolments',
    {
      summary: 'List the tokens that add desktop agents',
      ...manage,
      list: enrolmentList,
      response: enrolmentAnswer,
      show: showEnrolments,
    },
    agents,
    'enrolments'
  ),
  operation(
    'DELETE /desktop-agents/enrolments/{id}',
    {
      summary: 'Revoke a token that has added no agent',
      ...manage,
      refusals: [409],
      status: 204,
    },
    agents,
    'revoke'
  ),
  operation(
    'GET /desktop-agents/groups',
    { summary: 'List groups of desktop agents', ...read, ...group, list: groupList },
    agents,
    'groups'
  ),
  operation(
    'POST /desktop-agents/groups',
    {
      summary: 'Make a group of desktop agents with a profile',
      description:
        'The profile limits the bandwidth in kilobits per second, the hours in which files are transferred (local time of the machine), and the commands. Null: no limit.',
      ...manage,
      ...group,
      body: createGroupBody,
      refusals: [409],
      status: 201,
      location: '/api/desktop-agents/groups/{id}',
    },
    agents,
    'createGroup'
  ),
  operation(
    'GET /desktop-agents/groups/{id}',
    { summary: 'Show a group of desktop agents', ...read, ...group },
    agents,
    'group'
  ),
  operation(
    'PUT /desktop-agents/groups/{id}',
    {
      summary: 'Change a group of desktop agents',
      description: 'Connected agents get the profile immediately.',
      ...manage,
      ...group,
      body: updateGroupBody,
      refusals: [409],
    },
    agents,
    'updateGroup'
  ),
  operation(
    'DELETE /desktop-agents/groups/{id}',
    {
      summary: 'Delete a group of desktop agents',
      description: 'Its agents continue without a profile.',
      ...manage,
      status: 204,
    },
    agents,
    'deleteGroup'
  ),
  operation(
    'POST /desktop-agents/bulk',
    {
      summary: 'Pause, resume or retire several desktop agents',
      description:
        'The action is applied to each agent independently. The answer names the agents that refused it, with reasons.',
      ...manage,
      body: bulkBody,
      response: bulkAnswer,
    },
    agents,
    'bulk'
  ),
  operation(
    'GET /desktop-agents/rollout',
    {
      summary: 'Show the update settings of desktop agents, and the progress of the update',
      ...read,
      response: rolloutAnswer,
    },
    agents,
    'rollout'
  ),
  operation(
    'PUT /desktop-agents/rollout',
    {
      summary: 'Set how desktop agents are updated',
      description:
        'Connected agents that run another version than the downloads are asked to update themselves: a percentage of them, within the hours. `maxFailures` failures stop a version; changing any setting resumes it and retries failed updates.',
      ...manage,
      body: rolloutBody,
      response: rolloutAnswer,
    },
    agents,
    'setRollout'
  ),
  operation(
    'GET /desktop-agents/downloads',
    {
      summary: 'List the programs of agents that this server hands out',
      ...read,
      response: downloadsAnswer,
    },
    downloads,
    'index'
  ),
  operation(
    'GET /desktop-agents/downloads/{target}',
    {
      summary: 'Download the program of an agent',
      description: 'By platform and architecture: `linux-x64`, `macos-arm64`, `windows-x64`.',
      access: 'public',
      refusals: [404],
    },
    downloads,
    'send'
  ),
  operation(
    'GET /desktop-agents/update',
    {
      summary: 'Show the signed manifest that agents update themselves by',
      access: 'public',
      response: updateAnswer,
      refusals: [404],
    },
    downloads,
    'update'
  ),
  operation(
    'POST /desktop-agents/enroll',
    {
      summary: 'Exchange an enrollment token for the identity of an agent',
      description:
        'Called by the program on a machine. `publicKey` is a raw Ed25519 key. The same token with the same key gets the same answer again.',
      access: 'public',
      body: enrollBody,
      response: enrolledAnswer,
      refusals: [401, 409, 429],
      status: 201,
    },
    programs,
    'enroll'
  ),
  operation(
    'POST /desktop-agents/challenge',
    {
      summary: 'Give an agent a text to sign',
      description: 'Valid for one minute and one session.',
      access: 'public',
      body: challengeBody,
      response: challengeAnswer,
    },
    programs,
    'challenge'
  ),
  operation(
    'POST /desktop-agents/sessions',
    {
      summary: 'Begin a session of an agent',
      description:
        'The signature covers three lines: `crossdock-agent-session`, the id of the agent, and the challenge. The token is valid for an hour.',
      access: 'public',
      body: sessionBody,
      response: sessionAnswer,
      refusals: [401, 403, 429],
      status: 201,
    },
    programs,
    'session'
  ),
  channel(
    'GET /desktop-agents/connect',
    {
      summary: 'Connect an agent',
      description:
        'Messages are JSON objects with their kind in `type`. The connection outlasts the token it was opened with.',
      receives: agentMessage,
      sends: serverMessage,
      maxBytes: maxFrameBytes,
      refusals: [409, 503],
    },
    programs,
    'connect'
  ),
  operation(
    'GET /desktop-agents/{id}',
    { summary: 'Show a desktop agent', ...read, ...agent },
    agents,
    'show'
  ),
  operation(
    'PUT /desktop-agents/{id}',
    {
      summary: 'Rename a desktop agent, or put it into a group',
      ...manage,
      ...agent,
      body: updateAgentBody,
      refusals: [409],
    },
    agents,
    'update'
  ),
  operation(
    'GET /desktop-agents/{id}/details',
    {
      summary: 'Show the health, the log and the diagnostics of a desktop agent',
      description: 'Health of the last day, every ten minutes; the newest 200 lines of its log.',
      ...read,
      response: agentDetailsAnswer,
    },
    agents,
    'details'
  ),
  operation(
    'POST /desktop-agents/{id}/diagnostics',
    {
      summary: 'Ask a desktop agent for diagnostics',
      description: 'They appear in its details once the agent has sent them.',
      ...manage,
      response: agentDetailsAnswer,
      refusals: [409],
      status: 202,
    },
    agents,
    'diagnostics'
  ),
  operation(
    'POST /desktop-agents/{id}/pause',
    {
      summary: 'Pause a desktop agent: it gets no new commands',
      description: 'What it has begun is finished; new commands wait.',
      ...manage,
      ...agent,
      refusals: [409],
    },
    agents,
    'pause'
  ),
  operation(
    'POST /desktop-agents/{id}/resume',
    {
      summary: 'Send commands to a desktop agent again',
      ...manage,
      ...agent,
      refusals: [409],
    },
    agents,
    'resume'
  ),
  operation(
    'POST /desktop-agents/{id}/retire',
    {
      summary: 'Retire a desktop agent',
      description:
        'Its key becomes invalid, and its open commands fail. The machine can be enrolled again.',
      ...manage,
      ...agent,
    },
    agents,
    'retire'
  ),
  operation(
    'POST /desktop-agents/{id}/take-over',
    {
      summary: 'Have a desktop agent work with the rights of the caller',
      description: 'Use it when the owner has left or has lost permissions.',
      proof: 'fresh',
      ...manage,
      ...agent,
      refusals: [409],
    },
    agents,
    'takeOver'
  ),
]
