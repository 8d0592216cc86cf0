/** English texts of desktop agents that other pages show, too. */
export default {
  agents: {
    title: 'Desktop Agents',
    palette: { send: 'Send a command to an agent', deploy: 'Deploy an agent' },
  },
}
