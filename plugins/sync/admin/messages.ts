/** English texts of sync contracts that other pages show, too. */
export default { sync: { title: 'Sync Contracts' } }
