/** The messages that ask a worker for a sign of life. The calls of the engine, over the same channel, ignore them. */
export const PING = 'countersign-ping';
export const PONG = 'countersign-pong';
