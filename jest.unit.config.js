const { projects, testTimeout } = require('./jest.config.js');

/** The unit tests alone, for tools that take no projects. */
module.exports = { ...projects.find(({ displayName }) => displayName === 'unit'), testTimeout };
