/**
 * Holdfast and the bare recipes, as contenders. Other libraries are in {@link
 * dev.holdfast.benchmarks.peers}.
 *
 * <ul>
 *   <li>A {@link dev.holdfast.benchmarks.contender.Contender} opens {@link
 *       dev.holdfast.benchmarks.contender.Section}s; a {@link
 *       dev.holdfast.benchmarks.contender.ContenderProvider} makes contenders, and {@link
 *       dev.holdfast.benchmarks.contender.Contenders} finds them by their ids.
 *   <li>Holdfast: {@link dev.holdfast.benchmarks.contender.Ours}, {@link
 *       dev.holdfast.benchmarks.contender.Connected}, with {@link
 *       dev.holdfast.benchmarks.contender.LeaseSection}.
 *   <li>The recipes: the classes whose names begin with {@code Bare}, with {@link
 *       dev.holdfast.benchmarks.contender.JedisRecipe} and {@link
 *       dev.holdfast.benchmarks.contender.Recipes}; {@link
 *       dev.holdfast.benchmarks.contender.FileLocks} for files.
 *   <li>By store: {@link dev.holdfast.benchmarks.contender.OwnContenders} for Redis, {@link
 *       dev.holdfast.benchmarks.contender.SqlContenders}, {@link
 *       dev.holdfast.benchmarks.contender.SqliteContenders}, {@link
 *       dev.holdfast.benchmarks.contender.KeeperContenders}, {@link
 *       dev.holdfast.benchmarks.contender.EtcdContenders}.
 *   <li>Clients that count what they send: {@link dev.holdfast.benchmarks.contender.CountedJedis},
 *       {@link dev.holdfast.benchmarks.contender.CountedLettuce}, {@link
 *       dev.holdfast.benchmarks.contender.CountedStore}.
 * </ul>
 */
@NullMarked
package dev.holdfast.benchmarks.contender;

import org.jspecify.annotations.NullMarked;
