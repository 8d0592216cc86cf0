import approvals from './operations/approvals.js'
import building from './operations/building.js'
import drafts from './operations/drafts.js'
import executions from './operations/executions.js'
import systemFlows from './operations/system_flows.js'
import workflows from './operations/workflows.js'

export default [...building, ...workflows, ...drafts, ...systemFlows, ...executions, ...approvals]
