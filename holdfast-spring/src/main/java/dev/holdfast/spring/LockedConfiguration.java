package dev.holdfast.spring;

import dev.holdfast.Holdfast;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Role;
import org.springframework.util.function.SingletonSupplier;

/**
 * The beans behind {@link EnableHoldfast}. Clients and settings are asked for at the first call, so
 * that no bean is made too early because of them.
 */
@Configuration(proxyBeanMethods = false)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
class LockedConfiguration {
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static LockedMethods holdfastLockedMethods(ConfigurableListableBeanFactory beanFactory) {
    return new LockedMethods(beanFactory);
  }

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static LockedAdvisor holdfastLockedAdvisor(
      LockedMethods methods,
      ObjectProvider<Holdfast> clients,
      ObjectProvider<HoldfastSettings> settings,
      ConfigurableListableBeanFactory beanFactory) {
    return new LockedAdvisor(
        new LockedInterceptor(
            methods,
            SingletonSupplier.of(clients::getObject)::obtain,
            SingletonSupplier.of(() -> settings.getIfAvailable(HoldfastSettings::defaults))::obtain,
            () -> beanFactory.getBean(Fences.class)));
  }

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static LockedBeans holdfastLockedBeans(
      ConfigurableListableBeanFactory beanFactory, LockedMethods methods) {
    return new LockedBeans(beanFactory, methods);
  }

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static ClientLifecycle holdfastLifecycle(
      ConfigurableListableBeanFactory beanFactory, ObjectProvider<HoldfastSettings> settings) {
    return new ClientLifecycle(
        beanFactory, () -> settings.getIfAvailable(HoldfastSettings::defaults));
  }

  /** Where there are guards, and transactions to check them in. */
  @Configuration(proxyBeanMethods = false)
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  @Conditional(FencesArePossible.class)
  static class FenceConfiguration {
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static Fences holdfastFences(ObjectProvider<DataSource> dataSources) {
      return new Fences(dataSources);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static FencePostProcessor holdfastFencePostProcessor(ObjectProvider<Fences> fences) {
      return new FencePostProcessor(fences::getObject);
    }
  }
}
