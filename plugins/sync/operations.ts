import { agentOperations } from './agent_api/operations.js'

export default [...agentOperations]
